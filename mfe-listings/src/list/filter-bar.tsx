import { Button } from '@aangan/web-kit/ui/button'
import { classNames } from '@aangan/web-kit/ui/class-names'
import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type FormEvent, useId, useState } from 'react'
import * as s from './filter-bar.module.css'
import { FilterFields } from './filter-fields.tsx'
import { checkFilters, type FilterErrors, searchFor } from './filters.ts'
import { useFilterForm } from './use-filter-form.ts'

interface FilterBarProps {
  search: string
  /** Asks for a search, also for the one that is shown. */
  onSearch: (search: string) => void
  /** The id of the heading that says what these filters find. */
  labelledBy: string
  className?: string
}

/** The filters, as the address has them until someone changes them; searching writes them into the address. */
export function FilterBar({ search, onSearch, labelledBy, className }: FilterBarProps) {
  const fieldsId = useId()
  const [opened, setOpen] = useState(false)
  const { applied, filters, errors, change, setErrors, drop } = useFilterForm()
  // What is wrong must be in sight, also where the fields fold away.
  const open = opened || Object.keys(errors).length > 0
  const count = Object.values(applied).filter(Boolean).length

  function toggle() {
    setOpen(!opened)
    // Unfolded, the fields no longer follow the reader down the page.
    if (!opened) window.scrollTo(0, 0)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = { ...checkFilters(filters), ...unreadable(event.currentTarget) }
    setErrors(found)
    const [wrong] = Object.keys(found)
    if (wrong !== undefined) {
      focusOn(event.currentTarget, wrong)
      return
    }
    setOpen(false)
    drop()
    onSearch(searchFor(filters, search))
  }

  return (
    <search className={classNames(className, s.sticky, open && s.unfolded)} aria-labelledby={labelledBy}>
      <Button
        variant="quiet"
        dense
        className={s.toggle}
        icon={<SlidersHorizontal size={18} />}
        aria-expanded={open}
        aria-controls={fieldsId}
        onClick={toggle}
      >
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      {/* Its own checks instead of the browser's: theirs say less, and vanish. */}
      <form id={fieldsId} className={classNames(s.bar, open && s.open)} noValidate onSubmit={submit}>
        <FilterFields applied={applied} filters={filters} errors={errors} onChange={change} />
        <div className={s.go}>
          <Button type="submit" dense icon={<Search size={18} />}>
            Search
          </Button>
        </div>
      </form>
    </search>
  )
}

/** A number field hands out nothing for what it cannot read: only the element knows that something stands there. */
function unreadable(form: HTMLFormElement): FilterErrors {
  const min = form.elements.namedItem('minPrice')
  return min instanceof HTMLInputElement && min.validity.badInput ? { minPrice: 'That is no price' } : {}
}

/** Where something is to be put right is where the reader goes on. */
function focusOn(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}

import { useRemote } from '@aangan/web-kit/context'
import { Button } from '@aangan/web-kit/ui/button'
import { classNames } from '@aangan/web-kit/ui/class-names'
import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type FormEvent, useId, useState } from 'react'
import * as s from './filter-bar.module.css'
import { FilterFields } from './filter-fields.tsx'
import { checkFilters, type FilterErrors, type Filters, readFilters, searchFor } from './filters.ts'

interface FilterBarProps {
  search: string
  /** The id of the heading that says what these filters find. */
  labelledBy: string
  className?: string
}

/** The filters, as the address has them until someone changes them; searching writes them into the address. */
export function FilterBar({ search, labelledBy, className }: FilterBarProps) {
  const { navigate } = useRemote()
  const fieldsId = useId()
  const [opened, setOpen] = useState(false)
  const { filters, errors, change, setErrors } = useFilterForm(search)
  // What is wrong must be in sight, also where the fields fold away.
  const open = opened || Object.values(errors).some(Boolean)
  const count = Object.values(readFilters(search)).filter(Boolean).length

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
    navigate(`/list${searchFor(filters, search)}`)
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
        <FilterFields filters={filters} errors={errors} onChange={change} />
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

function useFilterForm(search: string) {
  const [state, setState] = useState(() => fromAddress(search))
  // Back, forward and a removed filter change the address beneath the form; the form follows and keeps the focus.
  if (state.search !== search) setState(fromAddress(search))
  return {
    filters: state.filters,
    errors: state.errors,
    change: (name: keyof Filters, value: string) =>
      setState((before) => ({
        ...before,
        filters: { ...before.filters, [name]: value },
        errors: { ...before.errors, [name]: undefined },
      })),
    setErrors: (errors: FilterErrors) => setState((before) => ({ ...before, errors })),
  }
}

function fromAddress(search: string) {
  const filters = readFilters(search)
  return { search, filters, errors: checkFilters(filters) }
}

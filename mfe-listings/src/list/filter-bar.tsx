import { focusField } from '@aangan/web-kit/focus-field'
import { Button } from '@aangan/web-kit/ui/button'
import { classNames } from '@aangan/web-kit/ui/class-names'
import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
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
  const toggleRef = useRef<HTMLButtonElement>(null)
  const { goToTop, goBack } = useWayBack()
  const { applied, filters, errors, change, setErrors, drop } = useFilterForm()
  // What is wrong must be in sight, also where the fields fold away.
  const open = opened || Object.keys(errors).length > 0
  const count = Object.values(applied).filter(Boolean).length

  function toggle() {
    setOpen(!opened)
    if (opened) goBack()
    else goToTop()
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || !opened) return
    toggle()
    toggleRef.current?.focus({ preventScroll: true })
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = { ...checkFilters(filters), ...unreadable(event.currentTarget) }
    setErrors(found)
    const [wrong] = Object.keys(found)
    if (wrong !== undefined) {
      focusField(event.currentTarget, wrong)
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
        ref={toggleRef}
        onClick={toggle}
      >
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      {/* Its own checks instead of the browser's: theirs say less, and vanish. */}
      <form
        id={fieldsId}
        className={classNames(s.bar, open && s.open)}
        noValidate
        onSubmit={submit}
        onKeyDown={closeOnEscape}
      >
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

/** Unfolded, the fields stand at the top of the page; when they fold again, the reader is where they were. */
function useWayBack() {
  const left = useRef(0)
  const target = useRef<number | null>(null)
  // Once the page has the height that goes with it.
  useLayoutEffect(() => {
    if (target.current !== null) window.scrollTo(0, target.current)
    target.current = null
  })
  return {
    goToTop() {
      left.current = window.scrollY
      target.current = 0
    },
    goBack() {
      target.current = left.current
    },
  }
}

/** A number field hands out nothing for what it cannot read: only the element knows that something stands there. */
function unreadable(form: HTMLFormElement): FilterErrors {
  const min = form.elements.namedItem('minPrice')
  return min instanceof HTMLInputElement && min.validity.badInput ? { minPrice: 'That is no price' } : {}
}

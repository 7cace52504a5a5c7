import { Button } from '@aangan/design/button'
import { classNames } from '@aangan/design/class-names'
import { focusField } from '@aangan/design/focus-field'
import { useRemote } from '@aangan/remote/context'
import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { ClearAll } from './clear-all.tsx'
import * as s from './filter-bar.module.css'
import { FilterFields } from './filter-fields.tsx'
import { checkFilters, searchFor } from './filters.ts'
import { useFilterForm } from './use-filter-form.ts'

export interface FilterBarHandle {
  /** Writes a text into the field for the location, to be corrected there. */
  editCity(text: string): void
}

/** Its id: the order belongs to it, so that it is sent before the scripts have come. */
export const FILTER_FORM = 'filters'

interface FilterBarProps {
  ref?: Ref<FilterBarHandle>
  search: string
  /** Always searches, even for the current search. */
  onSearch: (search: string) => void
  /** The id of the results heading. */
  labelledBy: string
  className?: string
}

/** Filters from the URL, edited locally until the form is submitted. */
export function FilterBar({ ref, search, onSearch, labelledBy, className }: FilterBarProps) {
  const { basePath } = useRemote()
  const [opened, setOpen] = useState(false)
  const toggleRef = useRef<HTMLButtonElement>(null)
  const formRef = useRef<HTMLFormElement>(null)
  const { goToTop, goBack } = useWayBack()
  const { applied, filters, errors, change, setErrors, drop } = useFilterForm(search)
  // Errors must be visible even where the fields are collapsed.
  const open = opened || Object.keys(errors).length > 0
  const count = Object.values(applied).filter(Boolean).length

  useImperativeHandle(ref, () => ({
    editCity(text) {
      // A folded field takes no focus.
      flushSync(() => {
        change('city', text)
        setOpen(true)
      })
      if (formRef.current) focusField(formRef.current, 'city')
    },
  }))

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
    const found = checkFilters(filters)
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
        aria-controls={FILTER_FORM}
        ref={toggleRef}
        onClick={toggle}
      >
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      {/* Our own validation: the browser's messages say less, and disappear. */}
      <form
        ref={formRef}
        id={FILTER_FORM}
        action={`${basePath}/list`}
        className={classNames(s.bar, open && s.open)}
        noValidate
        onSubmit={submit}
        onKeyDown={closeOnEscape}
      >
        <FilterFields applied={applied} filters={filters} errors={errors} onChange={change} />
        <div className={s.go}>
          <ClearAll className={s.clear} search={search} onFollow={() => setOpen(false)} />
          <Button type="submit" dense icon={<Search size={18} />}>
            Search
          </Button>
        </div>
      </form>
    </search>
  )
}

/** Opening the filters scrolls to the top; closing them restores the position. */
function useWayBack() {
  const left = useRef(0)
  const target = useRef<number | null>(null)
  // After the layout has its new height.
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

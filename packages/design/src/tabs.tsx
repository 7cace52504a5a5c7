import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import * as s from './tabs.module.css'
import { useMedia } from './use-media.ts'

/** Keep in sync with tabs.module.css. */
const NARROW = '(max-width: 63.99rem) and (scripting: enabled)'

interface TabsProps<Value extends string> {
  /** Links the tabs to their panels, which get the same id. */
  id: string
  label: string
  className?: string | undefined
  tabs: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** Shows one panel at a time on narrow screens. On wide screens, or without scripting, all panels show and the tabs are hidden. */
export function Tabs<Value extends string>({ id, label, className, tabs, value, onChange }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: whichever is chosen now comes into view
  useEffect(() => {
    const { current } = list
    if (!current) return
    const reveal = () => {
      const chosen = current.querySelector<HTMLElement>('[aria-selected=true]')
      if (chosen) revealIn(current, chosen)
    }
    reveal()
    // Counts that arrive later widen tabs.
    const observer = new ResizeObserver(reveal)
    for (const tab of current.children) observer.observe(tab)
    return () => observer.disconnect()
  }, [value])

  function pressed(event: KeyboardEvent) {
    const to = nextTab(event.key, { at: tabs.findIndex((tab) => tab.value === value), count: tabs.length })
    const next = tabs[to ?? -1]
    if (!next) return
    event.preventDefault()
    document.getElementById(tabId(id, next.value))?.focus()
    onChange(next.value)
  }

  return (
    <div ref={list} className={classNames(s.tabs, className)} role="tablist" aria-label={label} onKeyDown={pressed}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className={s.tab}
          role="tab"
          id={tabId(id, tab.value)}
          aria-controls={panelId(id, tab.value)}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

interface TabPanelProps {
  id: string
  value: string
  chosen: string
  children?: ReactNode
}

export function TabPanel({ id, value, chosen, children }: TabPanelProps) {
  const isNarrow = useNarrow()
  const role = isNarrow ? { role: 'tabpanel', 'aria-labelledby': tabId(id, value) } : undefined
  return (
    <div {...role} id={panelId(id, value)} className={classNames(s.panel, value !== chosen && s.isAway)}>
      {children}
    </div>
  )
}

/** The panel of a tab, once it is mounted. */
export function panelOf(id: string, value: string): HTMLElement | null {
  return document.getElementById(panelId(id, value))
}

/** Null on a server and during hydration. */
export function useNarrow(): boolean | null {
  return useMedia(NARROW)
}

function nextTab(key: string, { at, count }: { at: number; count: number }): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Horizontal only: `scrollIntoView` would scroll the page too. */
function revealIn(list: HTMLElement, tab: HTMLElement): void {
  const padding = Number.parseFloat(getComputedStyle(list).paddingInlineStart)
  const [edges, box] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  const [left, right] = [edges.left + padding, edges.right - padding]
  if (box.left < left) list.scrollLeft -= left - box.left
  else if (box.right > right) list.scrollLeft += box.right - right
}

const tabId = (id: string, value: string) => `${id}-tab-${value}`
const panelId = (id: string, value: string) => `${id}-panel-${value}`

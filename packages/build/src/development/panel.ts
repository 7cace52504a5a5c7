import type { Problem } from './problem.ts'
import { STYLE } from './style.ts'

/** The development error overlay, at the bottom of the page. */
export interface Panel {
  /** Replaces the problems found by the compilers and the server. */
  setBuild(problems: Problem[]): void
  /** Adds a runtime error. `broke`: an error boundary has removed the failed tree from the page. */
  add(problem: Problem, broke: boolean): void
  isBroken(part: string): boolean
  /** Drops the part's runtime errors after a hot update. */
  forget(part: string): void
}

export function createPanel(): Panel {
  const host = document.createElement('div')
  host.id = 'development-problems'
  const root = host.attachShadow({ mode: 'open' })
  // The Content-Security-Policy forbids inline styles; a constructed sheet is allowed.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  root.adoptedStyleSheets = [sheet]
  let build: Problem[] = []
  let failures: { problem: Problem; broke: boolean }[] = []

  function draw(): void {
    const problems = [...build, ...failures.map(({ problem }) => problem)]
    root.replaceChildren(sectionOf(problems, () => host.remove()))
    if (problems.length === 0) host.remove()
    else document.body.append(host)
  }

  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') host.remove()
  })

  return {
    setBuild(problems) {
      // The server repeats the state: keep dismissed problems hidden.
      if (JSON.stringify(problems) === JSON.stringify(build)) return
      build = problems
      draw()
    },
    add(problem, broke) {
      // React retries a failed render, which fails again with the same error.
      if (failures.some((known) => JSON.stringify(known.problem) === JSON.stringify(problem))) return
      failures.push({ problem, broke })
      draw()
    },
    isBroken: (part) => failures.some(({ problem, broke }) => broke && problem.part === part),
    forget(part) {
      if (!failures.some(({ problem }) => problem.part === part)) return
      failures = failures.filter(({ problem }) => problem.part !== part)
      draw()
    },
  }
}

function sectionOf(problems: Problem[], dismiss: () => void): HTMLElement {
  const section = make('section', 'panel')
  section.setAttribute('role', 'alert')
  const button = make('button', 'dismiss', 'Dismiss')
  button.addEventListener('click', dismiss)
  section.append(button, ...problems.map(articleOf))
  return section
}

function articleOf({ part, kind, message, file, line, frame }: Problem): HTMLElement {
  const article = make('article', 'problem')
  const position = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}`
  article.append(
    make('h2', 'title', `${part} ${{ compile: 'does not compile', manifest: 'cannot be shown', run: 'failed' }[kind]}`),
  )
  if (position) article.append(make('p', 'position', position))
  article.append(make('p', 'message', message))
  if (frame) article.append(make('pre', 'frame', frame))
  return article
}

function make<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, text = ''): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}

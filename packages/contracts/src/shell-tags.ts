import { tag } from './html.ts'
import type { Release } from './manifest.ts'
import { SHELL_FILE } from './page-retry.ts'
import { baseUrl } from './release-urls.ts'

/** By URL: what a page has inline. */
type Inline = ReadonlyMap<string, { css: string }>

export function shellStyles(shell: Release, inline?: Inline): string[] {
  const { css } = shell.exposes['.'] ?? { css: [] }
  return css.map((file) => stylesheet(baseUrl(shell) + file, shell.files[file]?.integrity, inline))
}

/** Inline, it is in front of a link that loads nothing, but tells loaders that it is there (shell/src/federation/files.ts). */
export function stylesheet(href: string, integrity: string | undefined, inline?: Inline): string {
  const style = inline?.get(href)
  const link = { rel: 'stylesheet', href, ...checked(integrity) }
  return style ? `<style>${style.css}</style>${tag('link', { ...link, disabled: true })}` : tag('link', link)
}

interface Head {
  /** Attributes that say when its scripts run. */
  script?: Record<string, string | true>
  /**
   * Whether fonts are preloaded. Browsers delay the first paint for them: what is rendered is painted in the fallback, whose
   * letters are as wide.
   */
  hasFonts?: boolean
  inline?: Inline
}

/** All that a page's head has of the shell. */
export function shellTags(shell: Release, { script = { defer: true }, hasFonts = true, inline }: Head = {}): string[] {
  const base = baseUrl(shell)
  const { js } = shell.exposes['.'] ?? { js: [] }
  const icon = Object.keys(shell.files).find((file) => /^favicon\..*svg$/.test(file))
  return [
    ...shellStyles(shell, inline),
    ...js.map(
      (file) => `${tag('script', { ...script, src: base + file, ...checked(shell.files[file]?.integrity) })}</script>`,
    ),
    ...(hasFonts ? shell.preload : []).map((file) =>
      tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', href: base + file, crossorigin: true }),
    ),
    ...(icon ? [tag('link', { rel: 'icon', type: 'image/svg+xml', href: base + icon })] : []),
  ]
}

function checked(integrity: string | undefined) {
  return { integrity, crossorigin: true, [SHELL_FILE]: true } as const
}

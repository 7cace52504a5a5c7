import { tag } from './html.ts'
import type { Release } from './manifest.ts'
import { SHELL_FILE } from './page-retry.ts'
import { baseUrl } from './release-urls.ts'

export function shellStyles(shell: Release): string[] {
  const { css } = shell.exposes['.'] ?? { css: [] }
  return css.map((file) => tag('link', { rel: 'stylesheet', href: baseUrl(shell) + file, ...checked(shell, file) }))
}

interface Head {
  /** Attributes that say when its scripts run. */
  script?: Record<string, string | true>
  /**
   * Whether fonts are preloaded. Browsers delay the first paint for them: what is rendered is painted in the fallback, whose
   * letters are as wide.
   */
  hasFonts?: boolean
}

/** All that a page's head has of the shell. */
export function shellTags(shell: Release, { script = { defer: true }, hasFonts = true }: Head = {}): string[] {
  const base = baseUrl(shell)
  const { js } = shell.exposes['.'] ?? { js: [] }
  const icon = Object.keys(shell.files).find((file) => /^favicon\..*svg$/.test(file))
  return [
    ...shellStyles(shell),
    ...js.map((file) => `${tag('script', { ...script, src: base + file, ...checked(shell, file) })}</script>`),
    ...(hasFonts ? shell.preload : []).map((file) =>
      tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', href: base + file, crossorigin: true }),
    ),
    ...(icon ? [tag('link', { rel: 'icon', type: 'image/svg+xml', href: base + icon })] : []),
  ]
}

function checked({ files }: Release, file: string) {
  return { integrity: files[file]?.integrity, crossorigin: true, [SHELL_FILE]: true } as const
}

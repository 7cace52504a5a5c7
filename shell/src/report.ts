import type { PageBoot } from '@aangan/contracts/page'

/** Tells of a failure in a part of the page: a remote's name, or the shell. */
export type Report = (part: string, error: unknown) => void

/** Reports name the release, since two visitors may have different ones of the same remote. */
export function createReport({ shell, remotes }: PageBoot): Report {
  return (part, error) => {
    const version = remotes[part]?.version ?? shell.version
    // biome-ignore lint/suspicious/noConsole: the browser's console is where failures go.
    console.error(`${part} ${version} failed:`, error)
  }
}

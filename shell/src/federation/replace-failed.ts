import type { PageBoot } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { matchRoute } from '@aangan/contracts/routes'
import { currentEntry } from '../navigation/history.ts'
import { askChanged } from './ask-changed.ts'
import { readFailed, writeFailed } from './failed-releases.ts'

interface Parts {
  boot: PageBoot
  remotes: { take(name: string, release: RemoteRelease): void }
}

/** The registry offers fewer at a time, and reads only so much of a question: a tab may be open for weeks. */
const REMEMBERED = 10

const underWay = new Map<string, Promise<boolean>>()

/**
 * Takes the last release before `version` that has not failed in this tab, and remembers which ones have. Resolves with
 * true if the page has another one now; with false if there is none that shows the same page. Rejects while the registry
 * cannot tell.
 */
export function replaceFailed(parts: Parts, name: string, version: string): Promise<boolean> {
  // Page and offers of a remote may fail together.
  const key = `${name}@${version}`
  const replacing = underWay.get(key) ?? replace(parts, name, version).finally(() => underWay.delete(key))
  underWay.set(key, replacing)
  return replacing
}

async function replace({ boot, remotes }: Parts, name: string, version: string): Promise<boolean> {
  // What is mounted of it goes.
  const isReplaced = () => boot.remotes[name]?.version !== version
  if (isReplaced()) return true
  const known = readFailed()
  const versions = [...new Set([...(known[name] ?? []), version])].slice(-REMEMBERED)
  const { shell, remotes: changed } = await askChanged(boot, { ...known, [name]: versions })
  if (isReplaced()) return true
  const before = changed[name]
  // What is live now may need the new shell.
  if (shell !== undefined || !before || !showsSame(boot, name, before)) return false
  writeFailed({ ...readFailed(), [name]: versions })
  if (versions.includes(before.version)) return false
  remotes.take(name, before)
  return true
}

/** If the remote has the page's path now, it must keep it: instead of an error, nobody should see 'Not Found'. */
function showsSame({ remotes }: PageBoot, name: string, before: RemoteRelease): boolean {
  const { path } = currentEntry()
  const shownBy = (set: PageBoot['remotes']) => matchRoute(set, path)?.remote
  return shownBy(remotes) !== name || shownBy({ ...remotes, [name]: before }) === name
}

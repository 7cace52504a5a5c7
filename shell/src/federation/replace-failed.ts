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

const underWay = new Map<string, Promise<boolean>>()

/**
 * Takes the release before one that failed, and remembers that for the tab. Resolves with false if there is none that
 * shows the same page, or it failed, too. Rejects while the registry cannot tell.
 */
export function replaceFailed(parts: Parts, name: string): Promise<boolean> {
  // Page and offers of a remote may fail together.
  const replacing = underWay.get(name) ?? replace(parts, name).finally(() => underWay.delete(name))
  underWay.set(name, replacing)
  return replacing
}

async function replace({ boot, remotes }: Parts, name: string): Promise<boolean> {
  const failing = boot.remotes[name]
  const { [name]: last, ...others } = readFailed()
  if (!failing) return false
  if (last?.before.version === failing.version) {
    // The next page tries the newer one again: it is as likely to work.
    writeFailed(others)
    return false
  }
  const { shell, remotes: changed } = await askChanged(boot, { ...others, [name]: failing })
  const before = changed[name]
  // What is live now may need the new shell.
  if (shell !== undefined || !before || !showsSame(boot, name, before)) return false
  writeFailed({ ...readFailed(), [name]: { version: failing.version, before } })
  remotes.take(name, before)
  return true
}

/** If the remote has the page's path now, it must keep it: instead of an error, nobody should see 'Not Found'. */
function showsSame({ remotes }: PageBoot, name: string, before: RemoteRelease): boolean {
  const { path } = currentEntry()
  const shownBy = (set: PageBoot['remotes']) => matchRoute(set, path)?.remote
  return shownBy(remotes) !== name || shownBy({ ...remotes, [name]: before }) === name
}

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
 * Takes the last release before `version` that has not failed in this tab, and remembers that for the tab. Resolves with
 * false if there is none that shows the same page. Rejects while the registry cannot tell.
 */
export function replaceFailed(parts: Parts, name: string, version: string): Promise<boolean> {
  // Page and offers of a remote may fail together.
  const key = `${name}@${version}`
  const replacing = underWay.get(key) ?? replace(parts, name, version).finally(() => underWay.delete(key))
  underWay.set(key, replacing)
  return replacing
}

async function replace({ boot, remotes }: Parts, name: string, version: string): Promise<boolean> {
  // It has been replaced meanwhile, and what is mounted of it goes.
  if (boot.remotes[name]?.version !== version) return boot.remotes[name] !== undefined
  const { [name]: last, ...others } = readFailed()
  const versions = [...(last?.before.version === version ? last.versions : []), version]
  const { shell, remotes: changed } = await askChanged(boot, { ...others, [name]: { versions } })
  const before = changed[name]
  // What is live now may need the new shell.
  if (shell !== undefined || !before || versions.includes(before.version) || !showsSame(boot, name, before)) {
    // The next page tries the newest again: it is as likely to work.
    writeFailed(others)
    return false
  }
  writeFailed({ ...readFailed(), [name]: { versions, before, shell: boot.shell.version } })
  remotes.take(name, before)
  return true
}

/** If the remote has the page's path now, it must keep it: instead of an error, nobody should see 'Not Found'. */
function showsSame({ remotes }: PageBoot, name: string, before: RemoteRelease): boolean {
  const { path } = currentEntry()
  const shownBy = (set: PageBoot['remotes']) => matchRoute(set, path)?.remote
  return shownBy(remotes) !== name || shownBy({ ...remotes, [name]: before }) === name
}

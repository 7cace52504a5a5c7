import type { PageBoot } from '@aangan/contracts/page'
import type { ChangesContext, SessionContext, UnreadContext } from '@aangan/contracts/remotes'
import { type SignInState, signInAddress } from '@aangan/contracts/sign-in'
import type { LiveMessage, SendLive } from '@aangan/contracts/sockets'
import { keepPersonal } from '@aangan/remote/keep-personal'
import type { Observable } from 'rxjs'
import { askSession, askUnread } from './account/calls.ts'
import { createSession, keepUser, onOtherUser, refreshWhenBack } from './account/session.ts'
import { followSignOut, signedOutReason } from './account/signed-out.ts'
import { createUnread } from './account/unread.ts'
import { createChanges } from './changes.ts'
import { openChannel } from './channel.ts'
import type { ContextOf } from './context-of.ts'
import { createTellRecovered } from './federation/observed.ts'
import { createLive, type LiveParts } from './live/live.ts'
import { currentEntry, navigate } from './navigation/history.ts'
import { loadShellPart } from './page/old-version.tsx'
import type { Report } from './report.ts'
import type { MountOffer } from './slot/offers.tsx'
import { withStorage } from './storage.ts'

/** Shared by all remotes. */
interface Shared {
  session: SessionContext
  live$: Observable<LiveMessage>
  send: SendLive
  changes: ChangesContext
  unread: UnreadContext
}

/** Creates the context of a remote or of the shell's own parts; `report` adds its name and version. */
export function createContext(boot: PageBoot, report: Report, mountOffer: MountOffer): ContextOf {
  const shared = openShared(boot, (error) => report('shell', error))
  const tellRecovered = createTellRecovered()
  return (name, version = boot.shell.version) => ({
    basePath: '',
    ...shared,
    navigate,
    report(error, options) {
      report(name, error, version)
      if (options?.recovered) tellRecovered(name, version)
    },
    mount: (...args) => mountOffer(...args),
  })
}

function openShared({ session: first }: PageBoot, report: (error: unknown) => void): Shared {
  const session = createSession({ first, ask: askSession, channel: openChannel('session'), report, signIn })
  const wasIn = (withStorage('localStorage', (storage) => storage.getItem('user')) ?? 'null') !== 'null'
  keepUser(session, (user) => withStorage('localStorage', (storage) => storage.setItem('user', user)))
  refreshWhenBack(session)
  const { live$, send } = createLive({ session, load: loadSocket, report })
  const unread = createUnread({ session, live$, ask: askUnread, report, isLooking })
  const changes = createChanges(openChannel('changes'))
  followSignOut({ session, changes, wasIn })
  // Before remotes are notified: the previous user's saved homes must not be replayed to the next.
  onOtherUser(session, changes.forgetPersonal)
  keepPersonal({ session, changes })
  return { session, live$, send, unread, changes }
}

function isLooking(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}

/** After the page has loaded. */
const loadSocket: LiveParts['load'] = async () => {
  if (document.readyState !== 'complete') await new Promise((done) => window.addEventListener('load', done))
  return (await loadShellPart(() => import(/* webpackChunkName: "socket" */ './live/page-socket.ts'))).openPageSocket
}

/** A remote's release may still pass `signIn` to a button, which calls it with its event. */
function signIn(asked?: unknown): void {
  const { path, search } = currentEntry()
  const address = signInAddress(path + search)
  const reason = typeof asked === 'string' ? asked : signedOutReason()
  const state: SignInState | null = reason === undefined ? null : { reason }
  if (path !== new URL(address, window.location.href).pathname) navigate(address, { state })
}

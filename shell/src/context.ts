import type { LiveMessage, Session } from '@aangan/contracts/remotes'
import type { RemoteContext } from '@aangan/web-kit/context'
import { BehaviorSubject, Subject } from 'rxjs'
import { navigate } from './navigation/history.ts'
import type { Report } from './report.ts'
import type { MountOffer } from './slot/offers.tsx'

/** Who is signed in. Nobody until the auth service is there to say so. */
const session$ = new BehaviorSubject<Session>(null)

/** Silent until the shell has a socket. */
const live$ = new Subject<LiveMessage>()

/** What a remote gets, and the shell's own parts with it; `report` knows whose failure it is told of. */
export function createContext(report: Report, mountOffer: MountOffer): (name: string) => RemoteContext {
  return (name) => ({
    basePath: '',
    session$,
    live$,
    navigate,
    report: (error) => report(name, error),
    mount: (offer, element, props) => mountOffer(offer, element, props),
  })
}

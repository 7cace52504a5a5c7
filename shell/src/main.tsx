import './favicon.svg'
import { ROOT_ELEMENT, SERVED } from '@aangan/contracts/page'
import { takeOver } from '@aangan/remote/before-hydration'
import { reportLocated } from '@aangan/remote/located'
import { Shown } from '@aangan/remote/root'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { start } from 'single-spa'
import { explainSignIn } from './account/explain-sign-in.ts'
import { App } from './app.tsx'
import { readBoot } from './boot.ts'
import { createContext } from './context.ts'
import { followOnNavigation } from './federation/follow-on-navigation.ts'
import { loadOutcomes, observed } from './federation/observed.ts'
import { createRemotes } from './federation/remotes.ts'
import { currentEntry, followHistory } from './navigation/history.ts'
import { prefetchOnIntent } from './navigation/prefetch.ts'
import { keepScroll } from './navigation/scroll.ts'
import { uncoverFocus } from './navigation/uncover-focus.ts'
import { keepPages } from './page/keep-pages.ts'
import { noticeReturn } from './page/notice-return.ts'
import { keepTitle } from './page/title.ts'
import { createReport } from './report.ts'
import { mountOffer } from './slot/offers.tsx'

const boot = readBoot()
const report = createReport(boot)
const outcomes = loadOutcomes(boot)
const remotes = observed(createRemotes(boot, report), outcomes)
const contextOf = createContext(boot, report, (...args) => mountOffer({ boot, remotes, contextOf }, ...args))

start({ urlRerouteOnly: true })
followHistory()
explainSignIn(boot, currentEntry())
keepScroll()
uncoverFocus()
keepTitle(boot, contextOf('shell').unread)
prefetchOnIntent(boot, remotes)
followOnNavigation(boot, remotes, report)
keepPages()
noticeReturn()

const root = document.getElementById(ROOT_ELEMENT)
if (!root) throw new Error(`The page has no #${ROOT_ELEMENT} element.`)
const onCaughtError = () => void outcomes.then((to) => to?.shellBroke())
const app = <App boot={boot} remotes={remotes} contextOf={contextOf} />
if (root.hasAttribute(SERVED)) {
  const onRecoverableError = reportLocated(contextOf('shell').report)
  const enterAgain = takeOver(root)
  const shown = new Promise<void>((onShown) =>
    hydrateRoot(root, <Shown onShown={onShown}>{app}</Shown>, { onCaughtError, onRecoverableError }),
  )
  void shown.then(enterAgain)
} else createRoot(root, { onCaughtError }).render(app)

import type { Outcome, OutcomeReport } from '@aangan/contracts/outcomes'
import { OUTCOMES_URL, type PageBoot } from '@aangan/contracts/page'
import { SHELL } from '@aangan/contracts/release-urls'
import type { RemoteContext } from '@aangan/remote/context'
import type { ParcelConfigObject } from 'single-spa'

type Reporting = Pick<PageBoot, 'canaries' | 'shell'>
type Report = RemoteContext['report']
type Props = { report: Report }
type Step = (props: Props) => Promise<unknown>

export interface Outcomes {
  /** What `loading` of a version resolves with, observed from now on. */
  observe(name: string, loading: Promise<ParcelConfigObject>, version: string | undefined): Promise<ParcelConfigObject>
  /** The shell itself has nothing left to show. */
  shellBroke(): void
}

const RADIX = 36

/**
 * Tells the registry what became of the remotes that have a canary: once that a release was shown, and once that it
 * failed. What a remote does after it has failed, as with another try, is not told.
 */
export function createOutcomes({ canaries = [], shell }: Reporting, send = sendReport): Outcomes {
  const page = newPage()
  const shown = new Set<string>()
  const failed = new Set<string>()

  function tell(remote: string, version: string | undefined, outcome: Outcome): void {
    const release = `${remote} ${version}`
    if (version === undefined || !canaries.includes(remote) || failed.has(remote)) return
    if (outcome === 'shown' && shown.has(release)) return
    if (outcome === 'shown') shown.add(release)
    else failed.add(remote)
    send({ remote, version, outcome, page })
  }

  /** A canary of the shell may break remotes that have none. */
  function tellBoth(remote: string, version: string | undefined, outcome: Outcome): void {
    tell(remote, version, outcome)
    tell(SHELL, shell.version, outcome)
  }

  async function observe(
    name: string,
    loading: Promise<ParcelConfigObject>,
    version: string | undefined,
  ): Promise<ParcelConfigObject> {
    const told = (outcome: Outcome) => tellBoth(name, version, outcome)
    try {
      return observed(await loading, { told, deadlineMs: shell.deadlineMs })
    } catch (error) {
      told('load')
      throw error
    }
  }

  return { observe, shellBroke: () => tell(SHELL, shell.version, 'render') }
}

/** Also without a canary. */
export function tellRecovered(remote: string, version: string): void {
  sendReport({ remote, version, outcome: 'recovered', page: newPage() })
}

function newPage(): string {
  return Math.floor(Math.random() * Number.MAX_SAFE_INTEGER).toString(RADIX)
}

interface Observing {
  told: (outcome: Outcome) => void
  deadlineMs: number
}

function observed(module: ParcelConfigObject, { told, deadlineMs }: Observing): ParcelConfigObject {
  const { bootstrap, mount, update, unmount } = module as Record<string, unknown>
  if (!isStep(mount) || !isStep(unmount)) {
    // The slot refuses it.
    told('mount')
    return module
  }
  const reportOf = watchReports(told)
  const observe = (step: Step, outcome: Outcome): Step => {
    return async (props) => {
      try {
        return await step({ ...props, report: reportOf(props.report) })
      } catch (error) {
        told(outcome)
        throw error
      }
    }
  }
  const mountObserved = observe(mount, 'mount')
  const steps = {
    ...(isStep(bootstrap) && { bootstrap: observe(bootstrap, 'mount') }),
    ...(isStep(update) && { update: observe(update, 'render') }),
    async mount(props: Props) {
      const late = setTimeout(told, deadlineMs, 'mount')
      await mountObserved(props).finally(() => clearTimeout(late))
      told('shown')
    },
  }
  return { ...module, ...steps } as unknown as ParcelConfigObject
}

function isStep(value: unknown): value is Step {
  return typeof value === 'function'
}

/** A remote reports as fatal what leaves it with nothing to show. Stays the same function, or each update would be one. */
function watchReports(told: Observing['told']): (report: Report) => Report {
  const watched = new WeakMap<Report, Report>()
  return (report) => {
    const known = watched.get(report)
    if (known) return known
    const next: Report = (error, options) => {
      if (options?.fatal) told('render')
      report(error, options)
    }
    watched.set(report, next)
    return next
  }
}

/** Without cookies. The page may be left meanwhile, and a report that is lost is no harm. */
function sendReport(report: OutcomeReport): void {
  const body = JSON.stringify(report)
  const headers = { 'content-type': 'application/json' }
  fetch(OUTCOMES_URL, { method: 'POST', body, headers, credentials: 'omit', keepalive: true }).catch(() => undefined)
}

import type { PageBoot } from '@aangan/contracts/page'
import type { Outcomes } from './outcomes.ts'
import type { Remotes } from './remotes.ts'

/** Null if nothing is to be reported, or the code for it is lost or late: the page goes on without. */
export async function loadOutcomes(
  boot: PageBoot,
  load = () => import(/* webpackChunkName: "outcomes" */ './outcomes.ts'),
): Promise<Outcomes | null> {
  if (!boot.canaries) return null
  const loading = load().then(
    ({ createOutcomes }) => createOutcomes(boot),
    () => null,
  )
  // Remotes wait for it, and each has until the deadline.
  const late = new Promise<null>((resolve) => setTimeout(resolve, boot.shell.deadlineMs / 2, null))
  return await Promise.race([loading, late])
}

/** Tells the registry, once for each part, that React had to render again what the server had rendered. */
export function createTellRecovered(): (part: string, version: string) => void {
  const told = new Set<string>()
  return (part, version) => {
    if (told.has(part)) return
    told.add(part)
    const loading = import(/* webpackChunkName: "outcomes" */ './outcomes.ts')
    loading.then(({ tellRecovered }) => tellRecovered(part, version)).catch(() => undefined)
  }
}

/** The same remotes, observed. Their files load at the same time as the code that observes them. */
export function observed(remotes: Remotes, outcomes: Promise<Outcomes | null>): Remotes {
  return {
    ...remotes,
    async load(name, release, module, screens) {
      const loading = remotes.load(name, release, module, screens)
      // Handled below.
      loading.catch(() => undefined)
      return (await outcomes)?.observe(name, loading, release?.version) ?? loading
    },
  }
}

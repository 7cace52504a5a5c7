import type { PageBoot } from '@aangan/contracts/page'
import type { Outcomes } from './outcomes.ts'
import type { Remotes } from './remotes.ts'

/** Null if nothing is to be reported, or the code for it is lost: the page goes on without. */
export async function loadOutcomes(boot: PageBoot): Promise<Outcomes | null> {
  if (!boot.canaries) return null
  const loading = import(/* webpackChunkName: "outcomes" */ './outcomes.ts')
  return await loading.then(
    ({ createOutcomes }) => createOutcomes(boot),
    () => null,
  )
}

/** The same remotes, observed. Their files load at the same time as the code that observes them. */
export function observed(remotes: Remotes, outcomes: Promise<Outcomes | null>): Remotes {
  return {
    ...remotes,
    async load(name, ...modules) {
      const loading = remotes.load(name, ...modules)
      // Handled below.
      loading.catch(() => undefined)
      return (await outcomes)?.observe(name, loading) ?? loading
    },
  }
}

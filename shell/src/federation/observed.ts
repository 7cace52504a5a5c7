import type { PageBoot } from '@aangan/contracts/page'
import type { Remotes } from './remotes.ts'

interface Observed {
  remotes: Remotes
  /** The shell itself has nothing left to show. Undefined if nothing is reported. */
  shellBroke?: (() => void) | undefined
}

/** The same remotes; while the page names canaries, what becomes of them is reported. */
export function observed(remotes: Remotes, boot: PageBoot): Observed {
  if (!boot.canaries) return { remotes }
  const loading = import(/* webpackChunkName: "outcomes" */ './outcomes.ts').then(
    ({ createOutcomes }) => createOutcomes(boot),
    // The page goes on without.
    () => null,
  )
  return {
    remotes: {
      ...remotes,
      async load(name, ...modules) {
        // The files of the first remote are preloaded meanwhile.
        const outcomes = await loading
        const module = remotes.load(name, ...modules)
        return await (outcomes?.observe(name, module) ?? module)
      },
    },
    shellBroke: async () => (await loading)?.shellBroke(),
  }
}

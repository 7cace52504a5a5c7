import type { Home } from './home.ts'
import { waterTank } from './rooftop.ts'
import { wheel } from './scenery.ts'
import { bush, TREES } from './trees.ts'

/** Reusable shapes, defined once per drawing and only if used; `stamp(name, …)` places one. */
const STAMPS: Record<string, (home: Home) => string> = {
  round: ({ mood }) => TREES.round(mood),
  tall: ({ mood }) => TREES.tall(mood),
  palm: ({ mood }) => TREES.palm(mood),
  neem: ({ mood }) => TREES.neem(mood),
  bush: ({ mood }) => bush(mood),
  tank: waterTank,
  wheel,
}

export function definitions(home: Home, content: string): string {
  const used = Object.entries(STAMPS).filter(([name]) => content.includes(`"#${name}"`))
  if (used.length === 0) return ''
  return `<defs>${used.map(([name, draw]) => `<g id="${name}">${draw(home)}</g>`).join('')}</defs>`
}

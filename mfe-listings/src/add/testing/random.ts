/** Returns a whole number from 0 to below its argument. */
export type Random = (below: number) => number

/** Deterministic. */
export function generator(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export function oneOf<Choice>(random: Random, choices: readonly [Choice, ...Choice[]]): Choice {
  return choices[random(choices.length)] ?? choices[0]
}

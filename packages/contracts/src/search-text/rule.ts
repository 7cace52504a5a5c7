import type { Furnishing, PostType, Property } from '../post-constants.ts'

/** What words of a search say. */
export interface Facts {
  type?: PostType
  property?: Property
  /** '2' or '3+'. */
  bedroom?: string[]
  /** Whole rupees. */
  minPrice?: number
  maxPrice?: number
  /** Square feet. */
  minSize?: number
  furnishing?: Furnishing
  /** Whole kilometres around the place. */
  within?: number
}

export interface Match {
  facts: Facts
  /** Index behind the last character. */
  end: number
}

/** Reads a lower-case text from index `at`, where a word begins; null if the rule does not apply there. */
export type Rule = (text: string, at: number) => Match | null

/** Compiles a source that matches whole words from `lastIndex` on. */
export function phrase(source: string): RegExp {
  return new RegExp(`(?:${source})(?![\\p{L}\\p{M}\\d])`, 'uy')
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** A rule for words that always say the same. */
export function says(source: string, facts: Facts): Rule {
  const pattern = phrase(source)
  return (text, at) => {
    const found = matchAt(pattern, text, at)
    return found && { facts, end: at + found[0].length }
  }
}

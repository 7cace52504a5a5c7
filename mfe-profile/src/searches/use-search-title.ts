import { searchInWords } from '@aangan/contracts/search-words'
import { useFormat } from '@aangan/remote/format'

/** For example 'Apartments to rent in Pune'. */
export function useSearchTitle(search: string): string {
  const [first = '', ...rest] = searchInWords(search, useFormat())
  return first.toUpperCase() + rest.join('')
}

import { describeMap } from './testing/map-suite.ts'
import { randomFrom, randomMarket } from './testing/random-listings.ts'
import { describeSearch } from './testing/search-suite.ts'
import { describeSimilar } from './testing/similar-suite.ts'
import { useFilled } from './testing/start.ts'

const filled = useFilled(async () => undefined, randomMarket(2_500, randomFrom(20_261_121)))

describeMap(filled)
describeSimilar(filled)
// Last, since it adds and removes listings.
describeSearch(filled)

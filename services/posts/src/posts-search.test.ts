import { describeMap } from './testing/map-suite.ts'
import { describeSearch } from './testing/search-suite.ts'

const ownFolder = async () => undefined

describeSearch(ownFolder)
describeMap(ownFolder)

import { describeModeration } from './testing/moderation-suite.ts'
import { describeSearch } from './testing/search-suite.ts'
import { describeService } from './testing/service-suite.ts'

const ownFolder = async () => undefined

describeService(ownFolder)
describeSearch(ownFolder)
describeModeration(ownFolder)

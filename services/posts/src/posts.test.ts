import { describeFound } from './testing/found-suite.ts'
import { describeModeration } from './testing/moderation-suite.ts'
import { describeNear } from './testing/near-suite.ts'
import { describePictures } from './testing/pictures-suite.ts'
import { describePlaces } from './testing/place-suite.ts'
import { describeService } from './testing/service-suite.ts'
import { describeViews } from './testing/views-suite.ts'

const ownFolder = async () => undefined

describeService(ownFolder)
describePlaces(ownFolder)
describeNear(ownFolder)
describeModeration(ownFolder)
describeFound(ownFolder)
describeViews(ownFolder)
describePictures(ownFolder)

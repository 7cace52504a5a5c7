import { describeFreedNames } from './testing/freed-names-suite.ts'

describeFreedNames(async () => undefined)

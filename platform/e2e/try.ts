import { writeFile } from 'node:fs/promises'
import { openFirefox, findFirefox } from './browsers/firefox.ts'
import { openWebKit, findWebKit } from './browsers/webkit.ts'
import { tabOf, PHONE, LAPTOP } from './browsers/tab.ts'
import { BOX_FAULTS } from './browsers/box-faults.ts'
import { SCREENS } from './screens.ts'
const origin = 'http://127.0.0.1:4815'
const id = (await (await fetch(origin + '/posts?limit=1')).json())[0].id
const which = process.argv[2]
const b = which === 'firefox' ? await openFirefox((findFirefox() as any).value) : await openWebKit((findWebKit() as any).value)
const tab = tabOf(b.driver, origin)
console.time('all')
try {
for (const size of [PHONE, LAPTOP]) {
  await tab.open('/about')
  await tab.resize(size)
  for (const { name, path, enter } of SCREENS) {
    if (enter) continue
    const t = Date.now()
    await tab.open(path.replace('{id}', id)); await tab.complete()
    const t2 = Date.now()
    const faults = await tab.run<string[]>(BOX_FAULTS)
    const t3 = Date.now()
    await tab.run('scrollTo(0,0)')
    await writeFile(`/tmp/shots-u5/${which}-${name.replaceAll(/\W+/g, '-')}-${size.width}.png`, await tab.picture())
    console.log(size.width, name, t2 - t, t3 - t2, Date.now() - t3, faults)
  }
}
console.timeEnd('all')
} finally { await b.close() }

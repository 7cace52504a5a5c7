import { openFirefox, findFirefox } from './browsers/firefox.ts'
import { tabOf, PHONE } from './browsers/tab.ts'
const b = await openFirefox((findFirefox() as any).value)
const tab = tabOf(b.driver, 'http://127.0.0.1:4815')
await tab.open('/'); await tab.resize(PHONE); await tab.complete()
console.log(await tab.run(`return [...document.querySelectorAll('article a[tabindex="-1"], article a')].slice(0,8).map(a => { a.scrollIntoView({block:'center', inline:'center', behavior:'instant'}); return [a.textContent.slice(0,30), getComputedStyle(a).display, JSON.stringify([...a.getClientRects()]), document.elementFromPoint(a.getBoundingClientRect().x+20, a.getBoundingClientRect().y+20)?.className] })`))
await b.close()

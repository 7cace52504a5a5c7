import { chromium } from 'playwright-core'
const [,, base, out, ...paths] = process.argv
const b = await chromium.launch({executablePath:'/usr/bin/chromium', args:['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync']})
for (const p of paths) for (const w of [390,820,1366]) { const scheme = process.env.SCHEME ?? 'light'
 const c = await b.newContext({viewport:{width:w,height:w===1366?768:w===820?1180:844}, colorScheme: scheme as any}); const pg = await c.newPage(); pg.setDefaultTimeout(8000)
 pg.on('console', m => m.type()==='error' && console.log('ERR', p, w, m.text()))
 await pg.goto(base+p,{waitUntil:'networkidle'}); await pg.waitForTimeout(800)
 const name = p.replace(/[^a-z0-9]+/gi,'_')||'home'
 await pg.screenshot({path:`${out}/${name}-${w}-${scheme}.png`, fullPage: !!process.env.FULL}); await c.close() }
await b.close()

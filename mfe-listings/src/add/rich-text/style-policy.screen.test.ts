import { input } from '@aangan/web-kit/testing/input'
import { press, until } from '@aangan/web-kit/testing/user-actions'
import { expect, it, onTestFinished } from 'vitest'
import { editor, goIntoText, pasteInto } from '../testing/editor.ts'
import { openForm } from '../testing/form.ts'

const GOOGLE =
  '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;">Quiet</span></p></b>'
const WORD =
  "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><head><style>p.MsoNormal{margin:0}</style></head><body><p class=MsoNormal style='margin:0cm'><span style='color:red'>Quiet</span></p></body></html>"

/** As the page's own policy does; in a page of its own, since it cannot be taken back. */
function forbidStyles(): string[] {
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = "style-src-attr 'none'"
  document.head.append(policy)
  const found: string[] = []
  const add = ({ violatedDirective, sample }: SecurityPolicyViolationEvent) =>
    found.push(`${violatedDirective} ${sample}`)
  document.addEventListener('securitypolicyviolation', add)
  onTestFinished(() => document.removeEventListener('securitypolicyviolation', add))
  return found
}

it('pasting causes no violation of the style policy', async () => {
  await openForm()
  const violations = forbidStyles()
  await goIntoText()
  for (const html of [GOOGLE, WORD]) {
    await pasteInto({ html, text: 'Quiet' })
    await pasteInto({ html })
  }
  await until(() => (editor.element() as HTMLElement).innerText).toContain('Quiet')
  // Its own text, which the browser copies with its styles.
  await press('ControlOrMeta+A')
  await press('ControlOrMeta+C')
  await press('ControlOrMeta+End')
  await press('ControlOrMeta+V')
  await input.typeText('!')
  await until(() => (editor.element() as HTMLElement).innerText).toContain('!')
  expect(violations).toEqual([])
})

import { type Static, Type } from 'typebox'
import type { FirstData, PageBoot } from './page.ts'

/** The call of the renderer. It answers 204 if the page cannot be rendered now, and the browser has to do it. */
export const RENDER_URL = '/render'

/** A page whose HTML is wanted, with the releases that it names. */
export interface PageToRender {
  boot: PageBoot
  /** Path and query. */
  url: string
  /** Null if no remote claims the address. */
  remote: string | null
  /** What the page carries. */
  first: FirstData[]
}

export const RenderedPage = Type.Object({
  /** The shell's part of the page, with the remote's HTML in its slot. */
  html: Type.String(),
  /** Whether it has: a remote that could not be rendered is rendered by the browser. */
  hasRemote: Type.Boolean(),
})
export type RenderedPage = Static<typeof RenderedPage>

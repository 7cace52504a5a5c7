import type { PageBoot } from '@aangan/contracts/page'

/** The JSON that a page embeds under this id. */
export function dataIn(html: string, id: string): string | undefined {
  return new RegExp(`<script type="application/json" id="${id}"[^>]*>(.*?)</script>`, 's').exec(html)?.[1]
}

export function bootIn(html: string): PageBoot {
  return JSON.parse(dataIn(html, 'boot') ?? 'null')
}

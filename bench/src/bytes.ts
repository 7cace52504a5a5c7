import { BUDGETS, DESKTOP } from '../../platform/e2e/first-paint/budgets.ts'
import { measureTransfer, type TransferSize } from '../../platform/e2e/first-paint/transfer-size.ts'
import type { Row } from './table.ts'
import { withSite } from './with-site.ts'

/** Bytes transferred on a first visit to each route, against the budget in the tests. */
export function benchBytes(): Promise<Row[]> {
  return withSite(async ({ url, browser, anyListing }) => {
    const rows: Row[] = []
    for (const [route, budget] of Object.entries(BUDGETS)) {
      const size = await measureTransfer(browser, url + route.replace('{id}', anyListing), DESKTOP)
      rows.push(row(`${route}: scripts and styles`, size.code, budget.code))
      rows.push(row(`${route}: all of it (${partsOf(size)})`, size.total, budget.total))
    }
    return rows
  })
}

function row(figure: string, bytes: number, budget: number): Row {
  return { figure, ours: kb(bytes), other: `budget ${budget} kB`, ratio: bytes / 1024 / budget, limit: 1 }
}

function partsOf({ data, fonts, images }: TransferSize): string {
  return `page and data ${kb(data)}, fonts ${kb(fonts)}, pictures ${kb(images)}`
}

function kb(bytes: number): string {
  return `${Math.round(bytes / 1024)} kB`
}

/**
 * What a first visit to each route may transfer, in kB (1,024 bytes), at 1366 × 768 with an empty cache. `code` is what
 * stands between a visitor and a page that works; `total` has the document, fonts and the pictures in view besides.
 * `npm run bench -- bytes` writes what it is now into bench/README.md; a test holds every route to its budget.
 */
export const BUDGETS: Record<string, { code: number; total: number }> = {
  '/': { code: 200, total: 320 },
  '/list': { code: 330, total: 480 },
  '/{id}': { code: 330, total: 480 },
  '/agents': { code: 200, total: 300 },
  '/about': { code: 190, total: 290 },
  '/contact': { code: 190, total: 290 },
  '/login': { code: 190, total: 290 },
}

/** A window that shows pictures and map at once: the heavier visit of the two kinds. */
export const DESKTOP = { width: 1366, height: 768 }

/**
 * What a first visit to each route may transfer, in kB (1,024 bytes), at 1366 × 768 with an empty cache. `code` is what
 * stands between a visitor and a page that works; `total` has the document, fonts and the pictures in view besides.
 * `npm run bench -- bytes` writes what it is now into bench/README.md; a test holds every route to its budget.
 */
export const BUDGETS: Record<string, { code: number; total: number }> = {
  '/': { code: 195, total: 280 },
  '/list': { code: 300, total: 400 },
  '/{id}': { code: 205, total: 320 },
  '/agents': { code: 175, total: 245 },
  '/about': { code: 175, total: 240 },
  '/contact': { code: 175, total: 240 },
  '/login': { code: 150, total: 215 },
}

/** A window that shows pictures and map at once: the heavier visit of the two kinds. */
export const DESKTOP = { width: 1366, height: 768 }

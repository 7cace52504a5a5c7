/**
 * Byte budgets of a first visit to each route in kB (1,024 bytes), at 1366 × 768 with an empty cache. `code`: scripts
 * and styles, which block a working page; `total`: also the document, fonts and visible pictures, but not what the browser
 * is told to keep for pages opened offline. `npm run bench -- bytes` records the current values in bench/README.md.
 */
export const BUDGETS: Record<string, { code: number; total: number }> = {
  '/': { code: 183, total: 279 },
  '/list': { code: 303, total: 430 },
  '/{id}': { code: 186, total: 289 },
  '/agents': { code: 172, total: 251 },
  '/about': { code: 170, total: 242 },
  '/contact': { code: 171, total: 248 },
  '/login': { code: 170, total: 246 },
}

/** Shows pictures and map together: the heavier of the two layouts. */
export const DESKTOP = { width: 1366, height: 768 }

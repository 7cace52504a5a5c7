import { onTestFinished } from 'vitest'
import { openStore } from '../open.ts'
import type { Collection, Document, Store } from '../store.ts'

/** Makes the URL of an empty store. */
export type NewPlace = () => Promise<string>

/** A document with whatever fields a test gives it. */
export interface Loose extends Document {
  [field: string]: unknown
}

/** Opens a store for the test at hand and closes it with the test. */
export async function openForTest(url: string): Promise<Store> {
  const store = await openStore(url, { name: 'suite' })
  onTestFinished(() => store.close())
  return store
}

/** An empty collection for the test at hand, filled with documents. */
export async function collectionOf<T extends Document = Loose>(
  newPlace: NewPlace,
  documents: T[] = [],
): Promise<Collection<T>> {
  const store = await openForTest(await newPlace())
  const collection = store.collection<T>('things')
  for (const document of documents) await collection.insertOne(document)
  return collection
}

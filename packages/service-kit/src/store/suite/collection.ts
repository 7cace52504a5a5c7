import { onTestFinished } from 'vitest'
import { openStore } from '../open.ts'
import type { Collection, Document, Store } from '../store.ts'

export type NewStoreUrl = () => Promise<string>

export interface Loose extends Document {
  [field: string]: unknown
}

export async function openForTest(url: string): Promise<Store> {
  const store = await openStore(url, { name: 'suite' })
  onTestFinished(() => store.close())
  return store
}

export async function collectionOf<T extends Document = Loose>(
  newUrl: NewStoreUrl,
  documents: T[] = [],
): Promise<Collection<T>> {
  const store = await openForTest(await newUrl())
  const collection = store.collection<T>('things')
  for (const document of documents) await collection.insertOne(document)
  return collection
}

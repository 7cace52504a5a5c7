import type { Collection, Document, Filter, FindOptions, Update, UpdateOutcome } from '../store.ts'
import { bulkWrite } from './bulk.ts'
import { createIndexes, dropIndex, namesOfIndexes } from './indexes.ts'
import type { Reads } from './reads.ts'
import type { Writer } from './transaction.ts'
import { deleteOne, insertOne, updateOne } from './write.ts'

export function makeCollection<T extends Document>(name: string, reads: Reads, writer: Writer): Collection<T> {
  const target = { name, writer }
  const write = <R>(work: () => R) => writer.acknowledge(writer.transact(work))
  return {
    async findOne(filter, options) {
      const [document] = await reads.find<T>(name, filter, { ...options, limit: 1 })
      return document ?? null
    },
    find: (filter: Filter<T>, options: FindOptions = {}) => ({
      toArray: () => reads.find<T>(name, filter, options),
      [Symbol.asyncIterator]: () => reads.stream<T>(name, filter, options),
    }),
    countDocuments: (filter, options) => reads.count(name, filter, options?.limit),
    insertOne: (document) => write(() => insertOne(target, document)),
    updateOne: (filter, update, options) =>
      write((): UpdateOutcome => updateOne(target, filter, update, options).outcome),
    findOneAndUpdate: (filter, update: Update<T>, options) =>
      write(() => updateOne<T>(target, filter, update, options).document),
    deleteOne: (filter) => write(() => deleteOne(target, filter)),
    bulkWrite: (operations) => writer.acknowledge(bulkWrite(target, operations)),
    createIndexes: (indexes) => write(() => createIndexes(writer, name, indexes)),
    indexes: async () => namesOfIndexes(writer.connection, name).map((index) => ({ name: index })),
    dropIndex: (index) => write(() => dropIndex(writer, name, index)),
  }
}

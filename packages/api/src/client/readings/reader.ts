import { type Arguments, contract, type ReadingOf, type Response, type ServedId } from '../../contract/contract.ts'
import { decode } from '../../contract/record.ts'

export type Answerer<ids extends ServedId> = { readonly [id in ids]: (args: Arguments<id>) => Promise<Response<id>> }

/** Calls an endpoint with arguments in wire form and returns its response in the names and units of the library. */
export type Reader<ids extends ServedId = ServedId> = <id extends ids>(
  id: id,
  args: Arguments<id>,
) => Promise<ReadingOf<id>>

export const createReader =
  <ids extends ServedId>(wire: Answerer<ids>): Reader<ids> =>
  async (id, args) =>
    decode(contract[id].response, await wire[id](args)) as never

import { contract } from '../../contract/contract.ts'
import { MevFinding } from '../../contract/mevFinding.ts'
import { decode, encode } from '../../contract/record.ts'
import type { FindingsParameters, FindingWatchParameters } from '../../outrigger/outrigger.ts'
import type { FindingsReading } from '../../outrigger/readings.ts'
import type { Reader } from './reader.ts'

export async function readFindings(
  read: Reader,
  chain: string,
  parameters: FindingsParameters,
): Promise<FindingsReading> {
  const query = encode(contract.mevFindings.query, parameters)
  const { data } = await read('mevFindings', { chain, ...query })
  const { isStale: _, ...found } = data
  return found
}

type Notice =
  | { readonly type: 'found' | 'changed'; readonly finding: MevFinding }
  | ({ readonly type: 'gone' } & Parameters<NonNullable<FindingWatchParameters['onGone']>>[0])

/** Calls the listener of an event of the stream `mev`. */
export function reportFinding(notice: Notice, { onFound, onChanged, onGone }: FindingWatchParameters): void {
  if (notice.type === 'gone') onGone?.({ id: notice.id, reason: notice.reason })
  else if (notice.type === 'found') onFound(decode(MevFinding, notice.finding))
  else onChanged?.(decode(MevFinding, notice.finding))
}

import type { Address } from 'viem'
import { defineSteps, extendSteps, type Steps } from '../../decoder/plan.ts'
import type { Decode } from '../../decoder/protocol.ts'
import { cryptoPunksMarket } from '../../nft/cryptoPunks/cryptoPunks.ts'
import { emitNft } from '../../nft/emitNft.ts'
import { looksRareV2 } from '../../nft/looksRare/looksRare.ts'
import { seaport11, seaport14, seaport15 } from '../../nft/seaport/seaport.ts'
import { toRecipient } from '../uniswapV3/router.ts'
import { defineCommands, subPlan, sweep as sweepOf } from './commands.ts'

const trade = emitNft('trade')

/**
 * Decodes `(uint256 value, bytes data)`, a call of the marketplace. If it cannot be decoded, emits a trade of unknown
 * items.
 */
function market(address: Address): Decode {
  return (call) => {
    const actionsBefore = call.state.actions.length
    call.enter(address, call.uint(0), call.bytes(1))
    if (call.state.actions.length === actionsBefore) trade(call)
  }
}

/** Decodes the NFT of a command, given the words of the collection (or its address), the token and the receiver. */
function moved(event: 'trade' | 'transfer', collection: number | Address, tokenId: number, to: number): Decode {
  return (call) =>
    call.emit({
      kind: 'nft',
      event,
      collection: typeof collection === 'number' ? call.address(collection) : collection,
      tokenId: call.uint(tokenId),
      from: event === 'transfer' ? call.to : null,
      to: toRecipient(call, call.address(to)),
    })
}

/** Decodes `(uint256 value, bytes data, address recipient, address token, uint256 id …)`. */
const bought = moved('trade', 3, 4, 2)

/** Decodes `(address token, address recipient, uint256 id …)`. */
const sweep = moved('transfer', 0, 2, 1)

const check: Decode = () => {}

/**
 * The NFT markets of the first versions.
 *
 * @see https://github.com/Uniswap/universal-router/blob/v1.6.0/contracts/libraries/Commands.sol
 */
const markets = defineSteps(
  0x1f,
  {
    16: ['SEAPORT', market(seaport11)],
    17: ['LOOKS_RARE_721', bought],
    18: ['NFTX', trade],
    19: ['CRYPTOPUNKS', moved('trade', cryptoPunksMarket, 0, 1)],
    20: ['LOOKS_RARE_1155', bought],
    21: ['OWNER_CHECK_721', check],
    22: ['OWNER_CHECK_1155', check],
    23: ['SWEEP_ERC721', sweep],
    24: ['X2Y2_721', bought],
    25: ['SUDOSWAP', trade],
    26: ['NFT20', trade],
    27: ['X2Y2_1155', bought],
    28: ['FOUNDATION', bought],
    29: ['SWEEP_ERC1155', sweep],
  },
  [16, 17, 18, 19, 20, 21, 22, 24, 25, 26, 27, 28],
)

const [commands, wide] = [defineCommands('uniswap_v2', 'uniswap_v3'), defineSteps(0x1f, { 4: ['SWEEP', sweepOf(256)] })]

export const commandsV1 = extendSteps({ byCode: extendSteps(commands, wide).byCode, mask: 0x1f }, markets)

export const commandsV12: Steps = extendSteps(
  commandsV1,
  defineSteps(
    0x3f,
    {
      4: ['SWEEP', sweepOf(160)],
      16: ['SEAPORT_V1_5', market(seaport15)],
      17: ['LOOKS_RARE_V2', market(looksRareV2)],
      30: ['ELEMENT_MARKET', trade],
      32: ['SEAPORT_V1_4', market(seaport14)],
      33: ['EXECUTE_SUB_PLAN', subPlan(() => commandsV12)],
      34: [
        'APPROVE_ERC20',
        // The spenders are numbered: OpenSea's conduit and Sudoswap.
        (call) =>
          call.emit({
            kind: 'approval',
            token: call.address(0),
            spender:
              call.number(1) === 0
                ? '0x1e0049783f008a0085193e00003d00cd54003c71'
                : '0x2b2e8cda09bba9660dca5cb6233787738ad68329',
            amount: 2n ** 256n - 1n,
          }),
      ],
      35: ['WRAP_STETH', check],
      36: ['UNWRAP_STETH', check],
    },
    [16, 17, 30, 32, 33],
  ),
)

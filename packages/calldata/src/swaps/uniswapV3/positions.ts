import { multicallFunctions } from '../../accounts/selfMulticall.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { type Decode, defineFunctions, joinFunctions } from '../../decoder/protocol.ts'

/**
 * Decodes a change of a position. `amount` is the word of the first of two amounts. Only the calldata of a new
 * position contains its tokens.
 */
export function position(event: 'add' | 'remove' | 'collect', amount: number, tellsTokens = false): Decode {
  return (call) =>
    call.emit({
      kind: 'liquidity',
      event,
      tokens: tellsTokens ? [call.address(0), call.address(1)] : [],
      amounts: [call.uint(amount), call.uint(amount + 1)],
    })
}

/** Functions of NonfungiblePositionManager, including those of Algebra and Slipstream for a new position. */
export const positionFunctions = joinFunctions(
  multicallFunctions,
  defineFunctions({
    'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))': position(
      'add',
      5,
      true,
    ),
    'mint((address,address,int24,int24,int24,uint256,uint256,uint256,uint256,address,uint256,uint160))': position(
      'add',
      5,
      true,
    ),
    'mint((address,address,int24,int24,uint256,uint256,uint256,uint256,address,uint256))': position('add', 4, true),
    'increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))': position('add', 1),
    'decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))': position('remove', 2),
    'collect((uint256,address,uint128,uint128))': position('collect', 2),
    ...each(otherAction, 'createAndInitializePoolIfNecessary(address,address,uint24,uint160)'),
  }),
)

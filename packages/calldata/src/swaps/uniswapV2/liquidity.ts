import type { Decode } from '../../decoder/protocol.ts'

/** Decodes liquidity of two tokens, or of one token and the native currency. `amount` is the word of the first amount. */
export function pairLiquidity(event: 'add' | 'remove', other: 'token' | 'native', amount: number): Decode {
  return (call) =>
    call.emit({
      kind: 'liquidity',
      event,
      tokens: [call.address(0), other === 'native' ? call.wrappedNative : call.address(1)],
      // The native currency added is the value sent. The arguments contain only its minimum.
      amounts: [call.uint(amount), other === 'native' && event === 'add' ? call.value : call.uint(amount + 1)],
    })
}

import type { Address, Hex } from 'viem'
import { readAddress } from './readAddress.ts'
import { skipZeros, toNumber, toUint } from './words.ts'

/** Hex digits in an ABI word. */
const word = 64
const noAddress = '0x0000000000000000000000000000000000000000'

/** A range of the calldata, from digit `start` to digit `end`. It refers to the calldata without copying it. */
export type Span = { readonly start: number; readonly end: number }

/** The calldata that is being decoded. Positions count the digits of `hex`, `0x` included. */
export type Source = {
  readonly hex: string
  /** Position of the first failed read since the last reset. -1 if no read failed. */
  fault: number
  /** Number of list items and inner calls that the decoder may still read. It limits the work on hostile calldata. */
  budget: number
}

/**
 * ABI-encoded arguments, read in place: nothing is copied and nothing throws. A read outside the bounds, an address
 * with dirty upper bytes, an offset or a length too large sets `fault` in the source and gives a zero; the decoder then
 * rejects the call. Indices count 32-byte words of the head, so a static struct takes as many as it has fields.
 *
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 */
export class Args {
  readonly source: Source
  /** Position of word 0. */
  readonly base: number
  readonly end: number
  /** Number of items, if the arguments are a list. */
  readonly length: number

  constructor(source: Source, base: number, end: number, length = 0) {
    this.source = source
    this.base = base
    this.end = end
    this.length = length
  }

  uint(index: number): bigint {
    const start = this.#at(index)
    return start < 0 ? 0n : toUint(this.source.hex, start, start + word)
  }

  /** Returns a signed integer (two's complement). */
  int(index: number): bigint {
    return BigInt.asIntN(256, this.uint(index))
  }

  /** Returns a small unsigned integer. Sets a fault above 2^52. */
  number(index: number): number {
    const start = this.#at(index)
    if (start < 0) return 0
    const { hex } = this.source
    const first = skipZeros(hex, start, start + word)
    return start + word - first > 13 ? this.#fault(start) : toNumber(hex, first, start + word)
  }

  bool(index: number): boolean {
    return this.number(index) !== 0
  }

  /**
   * Returns an address. Sets a fault if the upper 12 bytes are not zero, because Solidity's ABI decoder reverts in
   * that case.
   */
  address(index: number): Address {
    const start = this.#at(index)
    if (start < 0) return noAddress
    if (skipZeros(this.source.hex, start, start + 24) !== start + 24) {
      this.#fault(start)
      return noAddress
    }
    return this.#address(start + 24)
  }

  /** Returns the lower 20 bytes of a packed word. */
  low160(index: number): Address {
    const start = this.#at(index)
    return start < 0 ? noAddress : this.#address(start + 24)
  }

  /** Returns the whole word, as `bytes32`. */
  word(index: number): Hex {
    const start = this.#at(index)
    return start < 0 ? '0x' : `0x${this.source.hex.slice(start, start + word)}`
  }

  /** Returns a dynamic struct. Its words are counted from 0. */
  tuple(index: number): Args {
    return new Args(this.source, this.#follow(index), this.end)
  }

  /** Returns a static struct, or an item of a list of static structs, that starts at the given word. */
  inline(index: number): Args {
    return new Args(this.source, this.base + index * word, this.end)
  }

  /**
   * Returns a dynamic list whose items take `words` words each. Read item `i` at `i * words`, or with `tuple(i)` if
   * items are dynamic.
   */
  list(index: number, words = 1): Args {
    const start = this.#follow(index)
    const length = this.#length(start)
    this.source.budget -= length
    const bad = start + word + length * words * word > this.end || this.source.budget < 0
    if (bad) this.#fault(start)
    return new Args(this.source, start + word, this.end, bad ? 0 : length)
  }

  /** Returns the dynamic structs of a list. */
  tuples(index: number): Args[] {
    const list = this.list(index)
    const items: Args[] = []
    for (let item = 0; item < list.length; item++) items.push(list.tuple(item))
    return items
  }

  addresses(index: number): Address[] {
    const list = this.list(index)
    return Array.from({ length: list.length }, (_, item) => list.address(item))
  }

  uints(index: number): bigint[] {
    const list = this.list(index)
    return Array.from({ length: list.length }, (_, item) => list.uint(item))
  }

  /** Returns the content of a dynamic `bytes` or `string`. */
  bytes(index: number): Span {
    const start = this.#follow(index) + word
    const end = start + 2 * this.#length(start - word)
    if (end <= this.end) return { start, end }
    this.#fault(start)
    return { start: this.end, end: this.end }
  }

  /** Returns the arguments encoded in `bytes`, from byte `skip` on (4 skips a selector). */
  inside({ start, end }: Span, skip = 0): Args {
    return new Args(this.source, start + 2 * skip, end)
  }

  /** Returns an unsigned integer from packed bytes: `size` bytes from byte `offset` of the span. */
  packedUint({ start, end }: Span, offset: number, size: number): bigint {
    const from = start + 2 * offset
    if (offset >= 0 && from + 2 * size <= end) return toUint(this.source.hex, from, from + 2 * size)
    this.#fault(start)
    return 0n
  }

  /** Returns an address from packed bytes, from byte `offset` of the span. */
  packedAddress({ start, end }: Span, offset: number): Address {
    const from = start + 2 * offset
    if (offset >= 0 && from + 40 <= end) return this.#address(from)
    this.#fault(start)
    return noAddress
  }

  /** Returns the span's digits without `0x`. */
  digits({ start, end }: Span): string {
    return this.source.hex.slice(start, end)
  }

  /** Rejects arguments that are valid ABI encoding but have no valid meaning. */
  reject(): void {
    this.#fault(this.base)
  }

  #address(start: number): Address {
    return readAddress(this.source.hex, start)
  }

  #at(index: number): number {
    const start = this.base + index * word
    return start >= 0 && start + word <= this.end ? start : this.#fault(start) - 1
  }

  #follow(index: number): number {
    return this.base + 2 * this.number(index)
  }

  #length(start: number): number {
    if (start + word > this.end) return this.#fault(start)
    const first = skipZeros(this.source.hex, start, start + word)
    return start + word - first > 8 ? this.#fault(start) : toNumber(this.source.hex, first, start + word)
  }

  #fault(position: number): 0 {
    if (this.source.fault < 0) this.source.fault = Math.max(0, position)
    return 0
  }
}

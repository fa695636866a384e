/** The contiguous known parts of a chat's history: inclusive ranges of positions, ascending, never adjacent. */
export type Range = [low: number, high: number];

/** The ranges with one more, merged with those that it touches. */
export function inserted(ranges: readonly Range[], low: number, high: number): Range[] {
  const kept: Range[] = [];
  let merged: Range = [low, high];
  for (const [a, b] of ranges) {
    if (b + 1 >= merged[0] && merged[1] + 1 >= a) merged = [Math.min(a, merged[0]), Math.max(b, merged[1])];
    else kept.push([a, b]);
  }
  const index = kept.findIndex(([a]) => a > merged[0]);
  kept.splice(index < 0 ? kept.length : index, 0, merged);
  return kept;
}

/** The known part that has this position. */
export function span(ranges: readonly Range[], seq: number): Range | undefined {
  return ranges.find(([low, high]) => low <= seq && seq <= high);
}

export function contains(ranges: readonly Range[], seq: number): boolean {
  return span(ranges, seq) !== undefined;
}

/** Whether all positions after `low` up to `high` are known; none at all always are. */
export function covers(ranges: readonly Range[], low: number, high: number): boolean {
  return low >= high || ranges.some(([a, b]) => a <= low + 1 && b >= high);
}

/** The start of the known part that has `seq`, or the position after it if it isn't known. */
export function startOf(ranges: readonly Range[], seq: number): number {
  return span(ranges, seq)?.[0] ?? seq + 1;
}

/** The end of the known part that follows `seq` directly, at most `position`; `seq` itself if it isn't known. */
export function endAfter(ranges: readonly Range[], seq: number, position: number): number {
  if (seq >= position) return seq;
  return Math.min(span(ranges, seq + 1)?.[1] ?? seq, position);
}

"""What the benchmarks of reading share: gold trees and tuples, the readers to be measured, and how they are scored."""

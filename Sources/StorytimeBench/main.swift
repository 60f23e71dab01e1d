print("storytime-bench")
